import type { Detail } from '#contract/capsule.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import type { PageName, PageQuery } from '#contract/pages.ts'
import { formatChina } from '#contract/time.ts'
import { UNSEALING, unsealState } from '#contract/unseal.ts'
import { DeblockingResult } from '#web/capsule/detail/DeblockingResult.tsx'
import { useNowNear } from '#web/capsule/detail/useNowNear.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { failed } from '#web/ui/Loaded.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DeblockingForm, useRequest } from './DeblockingForm.tsx'
import { Frame, TITLE } from './DeblockingFrame.tsx'

const NOT_HERE: readonly number[] = [CODE.missing, CODE.badRequest]

/** The application for an early unsealing, with its reason; or why none can be made now. */
export function Deblocking() {
  const { id = '', name = '' } = useQueryString()
  const detail = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '' })
  if (detail.data) return <Known key={id} capsule={detail.data.capsule} onRefused={detail.refetch} />
  if (!id || NOT_HERE.includes(detail.error?.code ?? 0)) return <Gone />
  if (failed(detail.error))
    return (
      <Page title={TITLE} back>
        <LoadFailed failure={detail.error} busy={detail.isFetching} onRetry={detail.refetch} />
      </Page>
    )
  return (
    <Frame name={name}>
      <Skeleton height={230} />
    </Frame>
  )
}

/** The page for each state of the capsule. */
function Known({ capsule, onRefused }: { capsule: Detail; onRefused: () => void }) {
  const { id, long_tag, open_time, application } = capsule
  const request = useRequest()
  const now = useNowNear(open_time)
  const state = unsealState(capsule, formatChina(now))
  const { button, whyNotRequest = '' } = UNSEALING[state]
  if (button?.leads === 'deblocking')
    return <DeblockingForm capsule={capsule} locked={state === 'locked'} request={request} onRefused={onRefused} />
  if (state === 'waiting')
    return (
      <Frame name={long_tag}>
        <DeblockingResult application={application} />
      </Frame>
    )
  if (button) return <Instead text={whyNotRequest} label="去解封" page="unseal" query={{ id }} />
  if (state === 'none') return <Gone />
  const query = { id, isOther: '0' }
  return <Instead text={whyNotRequest} label="查看胶囊" page="capsuleDetail" query={query} />
}

const Gone = () => <Instead text={TEXT.gone} label="我的胶囊" page="meCapsule" />

type InsteadProps = { text: string; label: string; page: PageName; query?: PageQuery }

/** Why no application can be made, and where to go on. */
const Instead = ({ text, label, page, query }: InsteadProps) => (
  <Page title={TITLE} back>
    <Empty
      text={text}
      drawing={<EmptyOrbit />}
      action={<Button onClick={() => go(page, query, { replace: true })}>{label}</Button>}
    />
  </Page>
)
