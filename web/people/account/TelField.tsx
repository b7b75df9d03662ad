import { typedTel } from '#contract/tel.ts'
import { TextField } from '#web/ui/Field.tsx'

type Props = { value: string; onChange: (tel: string) => void; error?: string }

export function TelField({ value, onChange, error }: Props) {
  return (
    <TextField
      label="手机号"
      name="tel"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      placeholder="请输入手机号"
      enterKeyHint="next"
      value={value}
      onChange={(event) => onChange(typedTel(event.target.value))}
      error={error}
    />
  )
}
