import { readFileSync } from 'node:fs'

/** A setting's value – PEM, whose line breaks are often written as two characters – or the file that it names. */
export const textOrFile = (setting: string): Buffer =>
  setting.includes('-----BEGIN') ? Buffer.from(setting.replaceAll('\\n', '\n')) : readFileSync(setting.trim())
