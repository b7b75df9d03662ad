import { CircleAlert } from 'lucide-react'
import { FORECAST_FINAL } from '#contract/forecast.ts'
import { Elsewhere } from '#web/draft/Elsewhere.tsx'
import { Line } from '#web/seal/Line.tsx'
import { UnsealDate } from '#web/seal/UnsealDate.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Actions } from './Actions.tsx'
import { Fields } from './Fields.tsx'
import styles from './Forecast.module.css'
import { type Prediction, usePrediction } from './usePrediction.ts'

export const TITLE = '预测胶囊'

/** Where a prediction is written. */
export function Forecaster(props: Prediction) {
  const { draft, forecast, write, pick, publish, dateMissing, making } = usePrediction(props)
  const { busy, over, question, finish, keepInBox, seal } = making
  const toHome = () => go('home', {}, { replace: true })
  return (
    <Page
      title={TITLE}
      back
      footer={
        <Actions
          busy={busy}
          over={over}
          onKeep={() => void keepInBox()}
          onPublish={() => void finish('publishing', publish, toHome)}
        />
      }
    >
      <div className={styles.page} inert={over || busy !== undefined}>
        {props.autosave.elsewhere && <Elsewhere isNew={!draft.draft_id} />}
        <Fields forecast={forecast} onWrite={write} />
        <UnsealDate value={draft.unsealDate} wrong={dateMissing} onPick={pick}>
          <Line label="更多封存选项" value="" none="封存方式、寄语" onClick={seal} />
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
