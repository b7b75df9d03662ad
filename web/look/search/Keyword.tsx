import type { FormEvent, RefObject } from 'react'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Hints, HintsSkeleton } from './Hints.tsx'
import styles from './Keyword.module.css'
import { KeywordField } from './KeywordField.tsx'

const PLACEHOLDER = '找一段时光，或一个人'

type Props = {
  field: RefObject<HTMLInputElement | null>
  typed: string
  onType: (words: string) => void
  onSearch: (words: string) => void
}

/** A word to look for: typed, or one that many look for, or one looked for before. */
export function Keyword({ field, typed, onType, onSearch }: Props) {
  const hints = useCall('searchList', {})

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(typed)
  }

  return (
    <div className={styles.keyword}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <KeywordField
          field={field}
          placeholder={PLACEHOLDER}
          typed={typed}
          onType={onType}
          onClear={() => onType('')}
        />
        <Button type="submit">搜索</Button>
      </form>
      <Loaded query={hints} skeleton={<HintsSkeleton />} compact>
        {({ hot, record }) => (
          <Hints hot={hot} record={record} onSearch={onSearch} onCleared={() => field.current?.focus()} />
        )}
      </Loaded>
    </div>
  )
}
