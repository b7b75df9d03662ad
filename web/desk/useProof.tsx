import { useState } from 'react'
import type { Input } from '#contract/calls.ts'
import { whyNotTotp } from '#contract/totp.ts'
import { TextField } from '#web/ui/Field.tsx'

type Proof = Input<'deskTotpNew'>
const NO_PROOF: Proof = { password: '', totp: '' }

/** Password and code of the moment, as at signing in. */
export function useProof() {
  const [proof, setProof] = useState(NO_PROOF)
  const [wrong, setWrong] = useState<Partial<Proof>>({})
  const set = (name: keyof Proof) => ({
    value: proof[name],
    error: wrong[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setProof({ ...proof, [name]: target.value })
      setWrong({ ...wrong, [name]: undefined })
    },
  })
  const fields = (
    <>
      <TextField label="现在的密码" type="password" autoComplete="current-password" {...set('password')} />
      <TextField label="动态码" inputMode="numeric" autoComplete="one-time-code" {...set('totp')} />
    </>
  )
  /** Whether it can be sent; what is missing is said at its field. */
  const isWhole = () => {
    const reasons = { password: proof.password ? undefined : '请输入密码', totp: whyNotTotp(proof.totp) }
    setWrong(reasons)
    return !reasons.password && !reasons.totp
  }
  return { proof, fields, isWhole, clear: () => setProof(NO_PROOF) }
}
