import { useState } from 'react'
import { QUESTIONS, type QuestionRow, whyNotRows } from '#contract/seal.ts'
import { useCall } from '#web/client/api.ts'
import { changeDraft, type SealDraft, threeRows } from '#web/draft/current/draft.ts'
import { Question, ROW_NAMES } from './Question.tsx'
import { QuestionPicker } from './QuestionPicker.tsx'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'
import { useWrong } from './useWrong.ts'

export const SealTwo = () => <SealPage step="sealTwo">{(draft) => <Questions draft={draft} />}</SealPage>

function Questions({ draft }: { draft: SealDraft }) {
  const choices = useCall('capsuleQlist', {}).data?.questions ?? QUESTIONS
  const [picking, setPicking] = useState<number>()
  const rows = threeRows(draft.key_answer)
  const { shown, isRight } = useWrong(byField(whyNotRows(rows)))

  const change = (at: number, patch: Partial<QuestionRow>) =>
    changeDraft({ key_answer: rows.map((row, index) => (index === at ? { ...row, ...patch } : row)) })

  return (
    <SealFrame draft={draft} step="sealTwo" onNext={(form) => isRight(form) && onwards('sealTwo', draft)}>
      <p className="muted">这是你与未来的暗号，全部答对，胶囊才会打开。</p>
      <p className="muted">答案属于敏感个人信息，封存后只保存不可还原的摘要；建议不要使用真实的身份证号。</p>
      {rows.map((row, index) => (
        <Question
          key={ROW_NAMES[index]}
          at={index}
          row={row}
          wrong={{ question: shown[`question${index}`], answer: shown[`answer${index}`] }}
          onChoose={() => setPicking(index)}
          onAnswer={(answer) => change(index, { answer })}
        />
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

/** The names of the fields, in their order, and the error of each. */
const byField = (wrong: readonly Partial<QuestionRow>[]): Record<string, string | undefined> =>
  Object.fromEntries(
    wrong.flatMap(({ question, answer }, at) => [
      [`question${at}`, question],
      [`answer${at}`, answer],
    ]),
  )
