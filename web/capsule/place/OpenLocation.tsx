import { MapPin } from 'lucide-react'
import { coordinatesText, hasCoordinates, type Place, placeInQuery } from '#contract/place.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/copyLink.ts'
import { FarPlanet } from '#web/ui/drawings/FarPlanet.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { back, go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './OpenLocation.module.css'
import { openMap } from './openMap.ts'

const TITLE = '查看位置'

/** A place, as the query gives it. No map service is called before the person wants a map. */
export function OpenLocation() {
  const place = placeInQuery(useQueryString())
  return place ? <Shown place={place} /> : <NoPlace />
}

const Shown = ({ place }: { place: Place }) => (
  <Page
    title={TITLE}
    back
    footer={
      <div className={styles.foot}>
        <Button block onClick={() => void openMap(place)}>
          在地图中打开
        </Button>
      </div>
    }
  >
    <section className={styles.card}>
      <MapPin className={styles.pin} size={28} strokeWidth={1.5} aria-hidden="true" />
      <h2 className={styles.name}>{place.name || place.address || '没有名称的位置'}</h2>
      {place.name && place.address && <p className={styles.address}>{place.address}</p>}
      {hasCoordinates(place) && (
        <p className={`muted ${styles.coordinates}`}>
          纬度 {place.latitude}，经度 {place.longitude}
        </p>
      )}
      <div className={styles.copies}>
        {hasCoordinates(place) && (
          <Button kind="secondary" onClick={() => void copyText(coordinatesText(place), '坐标')}>
            复制坐标
          </Button>
        )}
        {(place.address || place.name) && (
          <Button kind="secondary" onClick={() => void copyText(place.address || place.name, '地址')}>
            复制地址
          </Button>
        )}
      </div>
    </section>
    <p className={`muted ${styles.note}`}>这里不加载地图。点「在地图中打开」并确认之后，才会离开这一页。</p>
  </Page>
)

const NoPlace = () => (
  <Page title={TITLE} back>
    <Empty
      text="没有可以显示的位置"
      drawing={<FarPlanet />}
      action={
        <>
          <Button onClick={() => go('chooseLocation', {}, { replace: true })}>填写一个位置</Button>
          <Button kind="quiet" onClick={back}>
            返回
          </Button>
        </>
      }
    />
  </Page>
)
