import { type ReactNode, useMemo } from 'react'
import { judge, type Original } from '#contract/judgeOpened.ts'
import type { OpenedCapsule } from '#contract/openedCapsule.ts'
import { proofTools } from '#web/client/proofTools.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { useKeys } from './useKeys.ts'
import { Verdict } from './Verdict.tsx'
import { Waits } from './Waits.tsx'

type Props = { proof: string; opened: OpenedCapsule; originals: readonly Original[]; children?: ReactNode }

/** Judges on this device, once the keys of our logs are there. */
export function Judging({ proof, opened, originals, children }: Props) {
  const { data: keys, error, isFetching, refetch } = useKeys()
  const verdict = useMemo(
    () => keys && judge(proofTools, { proof, opened, keys, originals }),
    [proof, opened, keys, originals],
  )
  if (!keys && error)
    return <LoadFailed failure={{ message: '没能取到验证密钥' }} busy={isFetching} onRetry={refetch} />
  if (!keys || !verdict) return <Waits />
  return (
    <Verdict verdict={verdict} opened={opened} keys={keys}>
      {typeof verdict !== 'string' && children}
    </Verdict>
  )
}
