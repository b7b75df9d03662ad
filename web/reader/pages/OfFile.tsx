import type { ReactNode } from 'react'
import { type Files, useFile } from '../archive.ts'
import { Opening } from '../frame/Opening.tsx'

type Props<Name extends keyof Files> = { name: Name; children: (value: Files[Name]) => ReactNode }

/** Shows one file of the archive once it is here, or says that it is not in the folder. */
export function OfFile<Name extends keyof Files>({ name, children }: Props<Name>) {
  const file = useFile(name)
  if (file.state === 'here') return children(file.value)
  const isGone = file.state === 'gone'
  return <Opening done={isGone ? 1 : 0} all={1} gone={isGone ? [name] : []} />
}
