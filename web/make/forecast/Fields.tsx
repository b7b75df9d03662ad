import { type Forecast, whyNotField } from '#contract/forecast.ts'
import { FORECAST_FIELD_MAX_CHARS } from '#contract/limits.ts'
import { TextArea } from '#web/ui/Field.tsx'
import styles from './Forecast.module.css'

type Props = { forecast: Forecast; onWrite: (patch: Partial<Forecast>) => void }

/** The fields for a prediction and for the conclusion its owner expects. */
export function Fields({ forecast, onWrite }: Props) {
  const common = { rows: 4, max: FORECAST_FIELD_MAX_CHARS, count: true }
  return (
    <div className={styles.fields}>
      <TextArea
        {...common}
        label="预测内容"
        placeholder="写下一件还没有答案的事，例如：五年后的今天，我会在哪里生活？"
        value={forecast.content}
        error={whyNotField(forecast.content)}
        onChange={(event) => onWrite({ content: event.target.value })}
      />
      <TextArea
        {...common}
        label="预测结论"
        placeholder="写下此刻你相信的答案，等到那天再来对照"
        value={forecast.comment}
        error={whyNotField(forecast.comment)}
        onChange={(event) => onWrite({ comment: event.target.value })}
      />
    </div>
  )
}
