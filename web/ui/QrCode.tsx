import { QRCodeSVG } from 'qrcode.react'
import styles from './QrCode.module.css'

/** An address as a code for a telephone's camera: dark on white in every theme. */
export const QrCode = ({ url, size, title }: { url: string; size: number; title: string }) => (
  <QRCodeSVG className={styles.code} value={url} size={size} marginSize={3} title={title} />
)
