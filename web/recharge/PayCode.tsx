import { QRCodeSVG } from 'qrcode.react'
import styles from './PayCode.module.css'

/** An address as a code for a telephone's camera: dark on white in every theme. */
export const PayCode = ({ url, size }: { url: string; size: number }) => (
  <QRCodeSVG className={styles.code} value={url} size={size} marginSize={3} title="微信支付二维码" />
)
