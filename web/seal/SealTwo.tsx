import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ANSWER_MAX_CHARS } from '#contract/limits.ts'
import { QUESTIONS, type QuestionRow, whyNotQuestions } from '#contract/seal.ts'
import { useCall } from '#web/api.ts'
import { changeDraft, type SealDraft, threeRows } from '#web/draft/draft.ts'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { QuestionPicker } from './QuestionPicker.tsx'
import styles from './Seal.module.css'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'

export const SealTwo = () => <SealPage step="sealTwo">{(draft) => <Questions draft={draft} />}</SealPage>

const ROW_NAMES = ['第一个问题', '第二个问题', '第三个问题'] as const

function Questions({ draft }: { draft: SealDraft }) {
  const choices = useCall('capsuleQlist', {}).data?.questions ?? QUESTIONS
  const [picking, setPicking] = useState<number>()
  const rows = threeRows(draft.key_answer)

  const change = (at: number, patch: Partial<QuestionRow>) =>
    changeDraft({ key_answer: rows.map((row, index) => (index === at ? { ...row, ...patch } : row)) })

  function next() {
    const wrong = whyNotQuestions(rows)
    if (wrong) return toast(wrong)
    onwards('sealTwo', draft)
  }

  return (
    <SealFrame draft={draft} step="sealTwo" onNext={next}>
      <p className="muted">解封时需要答对这里的全部问题。请写下只有您知道、多年以后也不会忘记的答案。</p>
      {rows.map((row, index) => (
        <Card as="section" small key={ROW_NAMES[index]} aria-label={ROW_NAMES[index]}>
          <button type="button" className={styles.line} aria-haspopup="dialog" onClick={() => setPicking(index)}>
            <span className="hidden">{ROW_NAMES[index]}：</span>
            <span className={row.question ? styles.question : styles.noQuestion}>
              {row.question || '请选择您的问题'}
            </span>
            <small>{index === 0 ? '必填' : '选填'}</small>
            <ChevronRight aria-hidden strokeWidth={1.75} />
          </button>
          {row.question && (
            <TextField
              label="答案"
              placeholder="请输入答案"
              value={row.answer}
              maxLength={ANSWER_MAX_CHARS * 2}
              autoComplete="off"
              onChange={(event) => change(index, { answer: event.target.value })}
            />
          )}
        </Card>
      ))}
      <QuestionPicker
        open={picking !== undefined}
        choices={choices}
        taken={rows.map((row) => row.question).filter((question, index) => question && index !== picking)}
        chosen={picking === undefined ? '' : (rows[picking]?.question ?? '')}
        clearable={picking !== 0}
        onClose={() => setPicking(undefined)}
        onPick={(question) => {
          if (picking !== undefined) change(picking, question ? { question } : { question: '', answer: '' })
          setPicking(undefined)
        }}
      />
    </SealFrame>
  )
}
