import { useState } from 'react'
import type { Input } from '#contract/calls.ts'
import { whyNotTotp } from '#contract/totp.ts'
import { TextField } from '#web/ui/Field.tsx'

type Proof = Input<'deskTotpNew'>
const NO_PROOF: Proof = { password: '', totp: '' }

/** Password and code of the moment, as at signing in. */
export function useProof() {
  const [proof, setProof] = useState(NO_PROOF)
  const set = (name: keyof Proof) => ({
    value: proof[name],
    onChange: ({ target }: { target: { value: string } }) => setProof({ ...proof, [name]: target.value }),
  })
  const fields = (
    <>
      <TextField label="现在的密码" type="password" autoComplete="current-password" {...set('password')} />
      <TextField label="动态码" inputMode="numeric" autoComplete="one-time-code" {...set('totp')} />
    </>
  )
  const whyNot = () => (!proof.password ? '请输入密码' : whyNotTotp(proof.totp))
  return { proof, fields, whyNot, clear: () => setProof(NO_PROOF) }
}
