import { useCall } from '#web/client/api.ts'

const LOOK_AGAIN_MS = 3_000

/** 封存凭证 of a capsule; `follows`: looked for again, while the page is seen, until the log has taken the capsule up. */
export const useReceipt = (capsuleId: string, { follows = false } = {}) =>
  useCall(
    'receipt',
    { capsule_id: capsuleId },
    {
      enabled: capsuleId !== '',
      refetchInterval: ({ state: { data } }) => follows && data && data.proof === undefined && LOOK_AGAIN_MS,
    },
  )
