import { Elsewhere } from '#web/draft/editor/Elsewhere.tsx'
import { KeepingText } from '#web/draft/editor/KeepingText.tsx'
import { Line } from '#web/make/seal/Line.tsx'
import { UnsealDate } from '#web/make/seal/UnsealDate.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { Actions } from './Actions.tsx'
import { Confidence } from './Confidence.tsx'
import { Fields } from './Fields.tsx'
import styles from './Forecast.module.css'
import { type Prediction, usePrediction } from './usePrediction.ts'

export const TITLE = '预测胶囊'

/** The editor of a prediction. */
export function Forecaster(props: Prediction) {
  const { draft, forecast, write, pick, sayHowSure, publishing, making } = usePrediction(props)
  const { busy, over, question, done, keepInBox, seal } = making
  const { isReady, publish, risen, Rising, dateLine, dateMissing } = publishing
  useShortcut('save', over || busy !== undefined ? undefined : keepInBox)
  if (risen && Rising) return <Rising {...risen} onRisen={toHome} />
  return (
    <Page
      title={TITLE}
      back
      right={
        <div className={styles.keeping}>
          <KeepingText keeping={props.autosave.keeping} />
        </div>
      }
      footer={
        <Actions
          busy={busy}
          over={over}
          onKeep={() => void keepInBox()}
          onPublish={() => isReady() && void done('publishing', publish)}
        />
      }
    >
      <div className={styles.page} inert={over || busy !== undefined}>
        {props.autosave.elsewhere && <Elsewhere isNew={!draft.draft_id} />}
        <Fields forecast={forecast} onWrite={write} />
        <UnsealDate value={draft.unsealDate} error={dateMissing} line={dateLine} onPick={pick}>
          <Confidence value={draft.confidence} onChange={sayHowSure} />
          <Line label="更多封存选项" value="" none="封存方式、寄语" onClick={seal} />
        </UnsealDate>
      </div>
      {question}
    </Page>
  )
}

const toHome = () => go('home', {}, { replace: true })
