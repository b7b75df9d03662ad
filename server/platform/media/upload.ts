import { ofFile } from '#contract/upload.ts'
import { type Fail, refuse } from '#server/core/fail.ts'

/** An upload that a call names: where it stands in what was sent, what its file was called, and the hash of what was sent. */
export type Upload = { key: string; field?: string; name?: string; sha256?: string }

/** Refuses it by its name and its place, so that pages mark the one that is meant. */
export const refuseUpload = ({ key, field, name }: Partial<Upload>, message: string): Fail =>
  refuse(ofFile(name, message), { field, key })
