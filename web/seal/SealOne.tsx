import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { FORM } from '#contract/capsule.ts'
import { DESCRIPTION_MAX_CHARS, LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { DEFAULT_TITLE, QUICK_PICKS, whyNotDescription, whyNotLongTag } from '#contract/seal.ts'
import { formatChina, parseChina } from '#contract/time.ts'
import { TextArea, TextField } from '#web/ui/Field.tsx'
import { dateText } from '#web/ui/format.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DateTimeWheel } from './DateTimeWheel.tsx'
import { changeDraft, type SealDraft } from './draft.ts'
import { FeeTable } from './FeeTable.tsx'
import { notPast } from './notPast.ts'
import styles from './Seal.module.css'
import { SealFrame, SealPage } from './SealPage.tsx'
import { onwards } from './steps.ts'

export const SealOne = () => <SealPage step="sealOne">{(draft) => <Options draft={draft} />}</SealPage>

function Options({ draft }: { draft: SealDraft }) {
  const [picking, setPicking] = useState(false)
  const [now] = useState(() => new Date())
  const [tried, setTried] = useState(false)
  const titleWrong = draft.long_tag.trim() ? whyNotLongTag(draft.long_tag) : undefined
  const wordsWrong = whyNotDescription(draft.description)

  function next() {
    setTried(true)
    if (!draft.unsealDate) return toast('请选择解封日期~')
    if (titleWrong || wordsWrong) return toast(titleWrong ?? wordsWrong ?? '')
    const sealed_at = formatChina(new Date())
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
      <section className={styles.group}>
        <button
          type="button"
          className={styles.line}
          aria-haspopup="dialog"
          data-wrong={(tried && !draft.unsealDate) || undefined}
          onClick={() => setPicking(true)}
        >
          <span>解封日期</span>
          <b className={draft.unsealDate ? styles.value : styles.none}>{draft.unsealDate || '请选择解封日期'}</b>
          <ChevronRight aria-hidden strokeWidth={1.75} />
        </button>
        <QuickPicks chosen={draft.unsealDate} />
        <p className={styles.line}>
          <span>封存日期</span>
          <b className={styles.value}>{dateText(formatChina(now))}</b>
        </p>
      </section>
      <section className={styles.group}>
        <TextField
          label="标题"
          placeholder={DEFAULT_TITLE}
          value={draft.long_tag}
          maxLength={LONG_TAG_MAX_CHARS * 2}
          error={titleWrong}
          onChange={(event) => changeDraft({ long_tag: event.target.value })}
        />
        <TextArea
          label="描述"
          placeholder="给这颗胶囊写一句说明（选填）"
          rows={2}
          style={{ minHeight: 84 }}
          max={DESCRIPTION_MAX_CHARS}
          count
          value={draft.description}
          error={wordsWrong}
          onChange={(event) => changeDraft({ description: event.target.value })}
        />
      </section>
      <SealMode locked={draft.isLock === 1} files={draft.content_type === FORM.graphic} />
      <FeeTable />
      <DateTimeWheel
        open={picking}
        onOpenChange={setPicking}
        start={parseChina(draft.unsealDate)}
        onPick={(picked) => {
          changeDraft({ unsealDate: notPast(formatChina(picked)) })
          setPicking(false)
        }}
      />
    </SealFrame>
  )
}

function QuickPicks({ chosen }: { chosen: string }) {
  const [picked, setPicked] = useState({ name: '', date: '' })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of shortcuts, not a form group with a legend
    <div role="group" aria-label="快捷选择解封日期" className={styles.picks}>
      {QUICK_PICKS.map(({ name, from }) => (
        <button
          key={name}
          type="button"
          aria-pressed={picked.name === name && picked.date === chosen}
          onClick={() => {
            const date = formatChina(from(new Date()))
            setPicked({ name, date })
            changeDraft({ unsealDate: date })
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const LOCKED = '选择不可提前解封后，在解封日期到来之前，任何人都无法查看或取出胶囊里的内容，包括您自己。'
const LOCKED_FILES = '请不要放入常用的文件。'

function SealMode({ locked, files }: { locked: boolean; files: boolean }) {
  return (
    <section className={styles.group}>
      <Switch
        label={locked ? '不可提前解封' : '可提前解封'}
        checked={!locked}
        onChange={(early) => changeDraft({ isLock: early ? 0 : 1 })}
      />
      <p className={locked ? styles.warning : styles.hint}>
        {locked
          ? LOCKED + (files ? LOCKED_FILES : '')
          : '在解封日期到来之前，您可以填写理由申请提前解封，审核通过后即可打开。'}
      </p>
    </section>
  )
}
