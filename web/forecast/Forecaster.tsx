import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { DRAFT_SAVED, TYPE } from '#contract/capsule.ts'
import { FORECAST_FINAL, whyNotForecast, whyNotForecastDraft } from '#contract/forecast.ts'
import { clearDraft, forecastContent, forecastOf, keepDraft, type SealDraft } from '#web/draft/draft.ts'
import { Elsewhere } from '#web/draft/Elsewhere.tsx'
import { enterSeal } from '#web/draft/leaveSeal.ts'
import type { KeptTyping } from '#web/draft/useKept.tsx'
import { useAskBeforeLeaving } from '#web/draft/useLeaveQuestion.tsx'
import { useSaveDraft } from '#web/draft/useSaveDraft.ts'
import { Line } from '#web/seal/Line.tsx'
import { stepPath } from '#web/seal/steps.ts'
import { UnsealDate } from '#web/seal/UnsealDate.tsx'
import { go, HOME, here, leaveAfterToast } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { useAfford } from '#web/wallet/useAfford.ts'
import { Actions, type Work } from './Actions.tsx'
import { Fields } from './Fields.tsx'
import styles from './Forecast.module.css'
import { isUnsaved, type Typed } from './unsaved.ts'
import { usePublish } from './usePublish.ts'

export const TITLE = '预测胶囊'

type Props = { start: SealDraft; box: SealDraft; kept: KeptTyping<Typed> }

/** Where a prediction is written. `box` is what the draft box holds of it. */
export function Forecaster({ start, box, kept }: Props) {
  const [draft, setDraft] = useState(start)
  const [held] = useState(box)
  const [over, setOver] = useState(false)
  const leaving = useRef(false)
  const forecast = forecastOf(draft.content)
  const { once, underWay, busy } = useOneAtATime<Work>()
  const { save } = useSaveDraft(draft)
  const afford = useAfford('forecast')
  const { publish, tried } = usePublish(draft, change)

  function change(patch: Partial<SealDraft>) {
    setDraft((old) => ({ ...old, ...patch }))
  }

  function type(patch: Partial<Typed>) {
    change(patch)
    kept.note({ content: draft.content, unsealDate: draft.unsealDate, ...patch })
  }

  /** It is in safe hands, or not wanted: this page has nothing more to keep. */
  function letGo() {
    leaving.current = true
    setOver(true)
    kept.drop()
    clearDraft(draft.key)
  }

  async function keep(): Promise<boolean> {
    const wrong = whyNotForecastDraft(forecast)
    if (wrong) toast(wrong)
    if (wrong || !(await save(draft.content))) return false
    letGo()
    toast(DRAFT_SAVED)
    return true
  }

  async function release(): Promise<boolean> {
    const published = await publish()
    if (published) letGo()
    return published
  }

  /** The seal pages have a description, a mode and words for it as well. */
  async function sealByPages(): Promise<boolean> {
    const wrong = whyNotForecast(forecast)
    if (wrong) toast(wrong)
    if (wrong || !(await afford())) return false
    letGo()
    keepDraft(draft)
    enterSeal()
    go(stepPath('sealOne'), { type: String(TYPE.forecast) })
    return true
  }

  async function thenTo(path: string, done: Promise<boolean>) {
    const page = here()
    if (await done) leaveAfterToast(page, () => go(path, {}, { replace: true }))
  }

  const question = useAskBeforeLeaving({
    unsaved: () => !leaving.current && isUnsaved(draft, held),
    underWay: () => underWay.current,
    keep: () => once('saving', keep),
    discard: letGo,
  })

  return (
    <Page
      title={TITLE}
      back
      footer={
        <Actions
          busy={busy}
          over={over}
          onKeep={() => void thenTo('/subPages/me/draftBox', once('saving', keep))}
          onPublish={() => void thenTo(HOME, once('publishing', release))}
        />
      }
    >
      <div className={styles.page} inert={over || busy !== undefined}>
        {kept.elsewhere && <Elsewhere isNew={!draft.draft_id} />}
        <Fields
          forecast={forecast}
          onWrite={(patch) => type({ content: forecastContent({ ...forecast, ...patch }) })}
        />
        <UnsealDate
          value={draft.unsealDate}
          wrong={tried && !draft.unsealDate}
          onPick={(unsealDate) => type({ unsealDate })}
        >
          <Line label="更多封存选项" value="" none="封存方式、寄语" onClick={() => void once('sealing', sealByPages)} />
        </UnsealDate>
        <p className={styles.warning}>
          <CircleAlert aria-hidden strokeWidth={1.75} />
          {FORECAST_FINAL}
        </p>
      </div>
      {question}
    </Page>
  )
}
