import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { TextField } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { keepComposing } from './keepComposing.ts'

type Props = {
  field: RefObject<HTMLInputElement | null>
  placeholder: string
  typed: string
  error?: string | undefined
  onType: (words: string) => void
  /** The field has the focus again afterwards. */
  onClear: () => void
}

/** Where a word to look for is typed. */
export function KeywordField({ field, placeholder, typed, error, onType, onClear }: Props) {
  function clear() {
    onClear()
    field.current?.focus()
  }
  return (
    <TextField
      ref={field}
      label="关键词"
      hideLabel
      placeholder={placeholder}
      value={typed}
      error={error}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={keepComposing}
      autoComplete="off"
      enterKeyHint="search"
      end={typed && <IconButton label="清空关键词" icon={X} size={18} onClick={clear} />}
    />
  )
}
