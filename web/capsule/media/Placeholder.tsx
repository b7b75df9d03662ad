import { hasSize, type PictureFields } from '#contract/pictureFields.ts'
import { placeholderAddress } from '#contract/placeholder.ts'
import styles from './Placeholder.module.css'

type Props = { of: PictureFields; fit: 'cover' | 'contain' }

/** The blurred colours of a picture over the place that it will take; nothing of a picture without them. */
export const Placeholder = ({ of, fit }: Props) =>
  of.placeholder && hasSize(of) ? (
    <svg
      className={styles.placeholder}
      viewBox={`0 0 ${of.width} ${of.height}`}
      preserveAspectRatio={fit === 'cover' ? 'xMidYMid slice' : undefined}
      aria-hidden
    >
      <image href={placeholderAddress(of.placeholder)} width={of.width} height={of.height} preserveAspectRatio="none" />
    </svg>
  ) : null
