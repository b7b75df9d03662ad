import { STATUS } from '#contract/capsule.ts'
import { useCall } from '#web/api.ts'
import { LedOn } from '#web/diary/LedOn.tsx'
import { isOrdinaryDiary } from '#web/diary/openDiary.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { failed } from '#web/ui/Loaded.tsx'
import { go, HOME, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { DetailSkeleton } from './DetailSkeleton.tsx'
import { OpenCapsule } from './OpenCapsule.tsx'
import { SealedFace } from './SealedFace.tsx'

const TITLE = '胶囊详情'

export function CapsuleDetail() {
  const { id = '' } = useQueryString()
  const detail = useCall('capsuleDetail', { capsule_id: id }, { enabled: id !== '' })

  if (!id || failed(detail.error)) return <Missing text={detail.error?.message ?? '内容不存在或已删除'} />
  if (!detail.data) return <Shape />
  if (isOrdinaryDiary(detail.data.capsule))
    return (
      <LedOn written={detail.data.capsule}>
        <Shape />
      </LedOn>
    )
  if (detail.data.capsule.status !== STATUS.unsealed) return <SealedFace capsule={detail.data.capsule} />
  return (
    <Page title={TITLE} back>
      <OpenCapsule shown={detail.data}>
        <Button kind="secondary" block onClick={() => go('/subPages/time/timeCapsule')}>
          制作我的胶囊
        </Button>
      </OpenCapsule>
    </Page>
  )
}

const Shape = () => (
  <Page title={TITLE} back>
    <DetailSkeleton />
  </Page>
)

const Missing = ({ text }: { text: string }) => (
  <Page title={TITLE} back>
    <Empty
      text={text}
      action={
        <Button kind="primary" onClick={() => go(HOME, {}, { replace: true })}>
          返回首页
        </Button>
      }
    />
  </Page>
)
