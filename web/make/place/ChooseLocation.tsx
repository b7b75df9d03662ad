import { LocateFixed } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PLACE_ADDRESS_MAX_CHARS, PLACE_NAME_MAX_CHARS } from '#contract/limits.ts'
import { queryText } from '#contract/pages.ts'
import { fieldsOf, type PlaceFields, placeFrom, placeInQuery, placeQuery, whyNotPlace } from '#contract/place.ts'
import { giveDraftPlace } from '#web/draft/current/draft.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { back, go, here, history, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './ChooseLocation.module.css'
import { locate } from './locate.ts'

const FORM = 'place'

/**
 * A place, of this device or typed, for the page that has asked for one: `asked` is the key of the draft there. A place in
 * the query fills the fields already. A person who came here by themselves is shown what they chose.
 */
export function ChooseLocation() {
  const query = useQueryString()
  return <Form key={queryText(query)} query={query} />
}

function Form({ query: { asked = '', ...query } }: { query: Record<string, string> }) {
  const [fields, setFields] = useState(() => fieldsOf(placeQuery(placeInQuery(query) ?? { name: '', address: '' })))
  const [tried, setTried] = useState(false)
  const [isMore, setMore] = useState(() => Boolean(fields.address || fields.latitude || fields.longitude))
  const device = useDevice((found) => {
    setFields((before) => ({ ...before, ...found }))
    setMore(true)
  })
  const wrong = tried ? whyNotPlace(fields) : {}
  const field = (name: keyof PlaceFields) => ({
    name,
    value: fields[name],
    error: wrong[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields({ ...fields, [name]: currentTarget.value }),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const why = whyNotPlace(fields)
    if (!Object.values(why).some(Boolean)) return choose(asked, fields)
    // A field that is folded away cannot be gone to.
    const { name: _, ...folded } = why
    flushSync(() => setMore(isMore || Object.values(folded).some(Boolean)))
    focusWrong(event.currentTarget, why)
  }

  return (
    <Page
      title="选择位置"
      back
      form
      footer={
        <div className={styles.foot}>
          <Button block type="submit" form={FORM}>
            确定
          </Button>
        </div>
      }
    >
      <form id={FORM} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="地点名称"
          placeholder="例如：外婆家、学校的操场"
          maxLength={PLACE_NAME_MAX_CHARS * 2}
          {...field('name')}
        />
        <div className={styles.device}>
          <Button kind="secondary" block busy={device.busy} onClick={() => void device.ask()}>
            <LocateFixed size={20} strokeWidth={1.75} aria-hidden="true" />
            用现在的位置
          </Button>
          {device.said && (
            <p className={styles.said} data-failed={device.said.failed || undefined} role="status">
              {device.said.text}
            </p>
          )}
        </div>
        <details className={styles.more} open={isMore} onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
          <summary className="muted">地址和坐标（选填）</summary>
          <TextField label="地址（选填）" maxLength={PLACE_ADDRESS_MAX_CHARS * 2} {...field('address')} />
          <div className={styles.degrees}>
            <TextField label="纬度（选填）" placeholder="-90到90" {...field('latitude')} />
            <TextField label="经度（选填）" placeholder="-180到180" {...field('longitude')} />
          </div>
        </details>
        <p className="muted">位置只写进你选的这份内容里，不会发给任何地图。</p>
      </form>
    </Page>
  )
}

function choose(asked: string, fields: PlaceFields): void {
  const place = placeFrom(fields)
  if (asked && giveDraftPlace(asked, place) && history.canGoBack()) back()
  else go('openLocation', placeQuery(place), { replace: true })
}

type LocationNote = { text: string; failed: boolean }

/** Asks the device where it is, on a press; what comes late finds the page gone. */
function useDevice(found: (at: Pick<PlaceFields, 'latitude' | 'longitude'>) => void) {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<LocationNote>()
  const asking = useRef(false)

  async function ask() {
    if (asking.current) return
    asking.current = true
    const page = here()
    setBusy(true)
    setSaid(undefined)
    const answer = await locate()
    asking.current = false
    if (here() !== page) return
    setBusy(false)
    if ('failed' in answer) return setSaid({ text: answer.failed, failed: true })
    const { latitude, longitude } = placeQuery(placeFrom(fieldsOf(textOf(answer))))
    found({ latitude: latitude ?? '', longitude: longitude ?? '' })
    setSaid({ text: '已填入现在的坐标，给这里起个名字吧', failed: false })
  }

  return { busy, said, ask }
}

const textOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  latitude: latitude.toFixed(6),
  longitude: longitude.toFixed(6),
})
