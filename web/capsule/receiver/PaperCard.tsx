import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { WAITING_TITLE } from '#contract/receiver.ts'
import styles from './PaperCard.module.css'

const QrCode = lazy(() => import('#web/ui/QrCode.tsx').then((loaded) => ({ default: loaded.QrCode })))
/** Its size on paper is in the styles. */
const CODE_PX = 256

type Props = { name: string; day: string; url: string }

/** A card on paper, folded once: on its face whom it is for, on its back the code. Seen only where the page is printed. */
export const PaperCard = ({ name, day, url }: Props) =>
  createPortal(
    <div className={styles.onPaper} aria-hidden="true">
      <div className={styles.half}>
        <Suspense fallback={null}>
          <QrCode url={url} size={CODE_PX} title="" />
        </Suspense>
        <p>用微信或相机扫一扫，把它收下</p>
        <small>{url}</small>
      </div>
      <div className={styles.half}>
        <b>给{name}</b>
        <p>{WAITING_TITLE}</p>
        <p>{day}打开</p>
      </div>
    </div>,
    document.body,
  )
