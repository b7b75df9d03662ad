import { TextField } from '#web/ui/Field.tsx'

const TEL_LENGTH = 11

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
      onChange={(event) => onChange(event.target.value.replace(/[^\d]/g, '').slice(0, TEL_LENGTH))}
      error={error}
    />
  )
}
