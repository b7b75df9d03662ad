import { ChevronRight, MapPin } from 'lucide-react'
import { href } from '#contract/pages.ts'
import { type Place, placeQuery } from '#contract/place.ts'
import styles from './PlaceLine.module.css'

/** Where something was written, which leads to its page. */
export const PlaceLine = ({ place }: { place: Place }) => (
  <a className={styles.line} href={href('openLocation', placeQuery(place))}>
    <MapPin className={styles.pin} size={18} strokeWidth={1.75} aria-hidden="true" />
    <span className={styles.words}>
      <span className="hidden">位置：</span>
      {place.name}
      {place.address && <span className={styles.address}>{place.address}</span>}
    </span>
    <ChevronRight className={styles.arrow} size={18} strokeWidth={1.75} aria-hidden="true" />
  </a>
)
