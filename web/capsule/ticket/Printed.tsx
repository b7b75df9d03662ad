import { Printer } from 'lucide-react'
import { QRCodeCanvas } from 'qrcode.react'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { LongPress, PosterWays } from '#web/capsule/poster/PosterWays.tsx'
import { fileOf, useDrawn } from '#web/capsule/poster/useDrawn.ts'
import { nativePlatform } from '#web/client/native.ts'
import { capsuleToken } from '#web/ui/capsuleColour.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { PAPER, paintTicket, TICKET_CODE_PX } from './paintTicket.ts'
import styles from './Ticket.module.css'
import { type TicketText, wordsOf } from './ticketOf.ts'
import { TITLE } from './title.ts'

/** Read by cameras up to the edge, and with some of it covered. */
const CODE = { marginSize: 2, level: 'M', bgColor: PAPER } as const

/** The ticket as a picture, drawn on this device alone: saved, handed on, or printed. */
export function Printed({ ticket, colorIndex }: { ticket: TicketText; colorIndex: number }) {
  const code = useRef<HTMLCanvasElement>(null)
  const [said] = useState(ticket)
  const drawn = useDrawn(useCallback(() => draw(said, colorIndex, code), [said, colorIndex]))
  const ready = drawn !== 'failed' && drawn
  return (
    <Page
      title={TITLE}
      back
      right={ready && !nativePlatform() && <IconButton label="打印" icon={Printer} onClick={() => window.print()} />}
      footer={ready && <PosterWays drawn={ready} />}
    >
      <div className={styles.ticket}>
        <QRCodeCanvas
          ref={code}
          className={styles.code}
          value={said.url}
          size={TICKET_CODE_PX / devicePixelRatio}
          {...CODE}
        />
        {drawn === 'failed' && <p role="alert">这个浏览器画不出票：{wordsOf(said)}</p>}
        {drawn === undefined && <Skeleton width={240} height={400} />}
        {ready && <img className={styles.picture} src={ready.src} alt={wordsOf(said)} />}
        {ready && <LongPress />}
        <a href={said.url}>看它公开的那一行</a>
      </div>
      {ready && createPortal(<img className={styles.onPaper} src={ready.src} alt="" />, document.body)}
    </Page>
  )
}

async function draw(said: TicketText, colorIndex: number, code: RefObject<HTMLCanvasElement | null>): Promise<File> {
  if (!code.current) throw new Error('this browser draws no code')
  const canvas = document.createElement('canvas')
  const root = getComputedStyle(document.documentElement)
  paintTicket(canvas, {
    said,
    colour: root.getPropertyValue(capsuleToken(colorIndex)).trim(),
    font: getComputedStyle(document.body).fontFamily,
    code: code.current,
  })
  return fileOf(canvas, `时光胶囊 ${TITLE} ${said.serial}`)
}
