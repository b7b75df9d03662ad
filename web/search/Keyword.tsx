import { X } from 'lucide-react'
import type { FormEvent, RefObject } from 'react'
import { useCall } from '#web/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Hints, HintsSkeleton } from './Hints.tsx'
import styles from './Keyword.module.css'
import { keepComposing } from './keepComposing.ts'

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
  function clear() {
    onType('')
    field.current?.focus()
  }

  return (
    <div className={styles.keyword}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={field}
          label="关键词"
          hideLabel
          placeholder={PLACEHOLDER}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={keepComposing}
          autoComplete="off"
          enterKeyHint="search"
          end={typed && <IconButton label="清空关键词" icon={X} size={18} onClick={clear} />}
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
