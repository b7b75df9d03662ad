import { useState } from 'react'
import { FORM } from '#contract/capsule.ts'
import { DESCRIPTION_MAX_CHARS, LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { DEFAULT_TITLE, OPEN_TIME_MISSING, whyNotDescription, whyNotLongTag } from '#contract/seal.ts'
import { dateText, formatChina } from '#contract/time.ts'
import { knowTime } from '#web/client/knowTime.ts'
import { changeDraft, type SealDraft } from '#web/draft/current/draft.ts'
import { Card } from '#web/ui/Card.tsx'
import { nowDate } from '#web/ui/clock.ts'
import { TextArea, TextField } from '#web/ui/Field.tsx'
import { SlashBreaks } from '#web/ui/SlashBreaks.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { FeeTable } from './FeeTable.tsx'
import { notPast } from './notPast.ts'
import styles from './Seal.module.css'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'
import { UnsealDate } from './UnsealDate.tsx'
import { useWrong } from './useWrong.ts'

export const SealOne = () => <SealPage step="sealOne">{(draft) => <Options draft={draft} />}</SealPage>

function Options({ draft }: { draft: SealDraft }) {
  const [now] = useState(() => nowDate())
  const titleWrong = draft.long_tag.trim() ? whyNotLongTag(draft.long_tag) : undefined
  const wordsWrong = whyNotDescription(draft.description)
  const { shown, isRight } = useWrong({
    unsealDate: draft.unsealDate ? undefined : OPEN_TIME_MISSING,
    long_tag: titleWrong,
    description: wordsWrong,
  })

  async function next(form: HTMLFormElement) {
    if (!isRight(form)) return
    await knowTime()
    const sealed_at = formatChina(nowDate())
    changeDraft({
      unsealDate: notPast(draft.unsealDate),
      long_tag: draft.long_tag.trim() || DEFAULT_TITLE,
      sealed_at,
      sealed_at_format: dateText(sealed_at),
    })
    onwards('sealOne', draft)
  }

  return (
    <SealFrame draft={draft} step="sealOne" onNext={next}>
      <UnsealDate
        value={draft.unsealDate}
        error={shown.unsealDate}
        onPick={(unsealDate) => changeDraft({ unsealDate })}
      >
        <p className={styles.line}>
          <span>封存日期</span>
          <b className={styles.value}>
            <SlashBreaks text={dateText(formatChina(now))} />
          </b>
        </p>
      </UnsealDate>
      <Card as="section" small>
        <TextField
          label="标题"
          name="long_tag"
          placeholder={DEFAULT_TITLE}
          value={draft.long_tag}
          maxLength={LONG_TAG_MAX_CHARS * 2}
          error={titleWrong}
          onChange={(event) => changeDraft({ long_tag: event.target.value })}
        />
        <TextArea
          label="描述"
          name="description"
          placeholder="给这枚胶囊写一句说明（选填）"
          rows={2}
          style={{ minHeight: 84 }}
          max={DESCRIPTION_MAX_CHARS}
          count
          value={draft.description}
          error={wordsWrong}
          onChange={(event) => changeDraft({ description: event.target.value })}
        />
      </Card>
      <SealMode locked={draft.isLock === 1} files={draft.content_type === FORM.graphic} />
      <FeeTable />
    </SealFrame>
  )
}

const LOCKED = '选择不可提前解封后，在解封日期到来之前，任何人都无法查看或取出胶囊里的内容，包括你自己。'
const LOCKED_FILES = '请不要放入常用的文件。'

function SealMode({ locked, files }: { locked: boolean; files: boolean }) {
  return (
    <Card as="section" small>
      <Switch
        label={locked ? '不可提前解封' : '可提前解封'}
        checked={!locked}
        onChange={(early) => changeDraft({ isLock: early ? 0 : 1 })}
      />
      <p className={locked ? styles.warning : 'muted'}>
        {locked
          ? LOCKED + (files ? LOCKED_FILES : '')
          : '在解封日期到来之前，你可以填写理由申请提前解封，审核通过后即可打开。'}
      </p>
    </Card>
  )
}
