import 'yet-another-react-lightbox/styles.css'
import { useRef, useState } from 'react'
import Lightbox, { type ControllerRef } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import { type Refresh, useHeld } from './useHeld.ts'

type Slide = { src: string; alt: string }
export type ViewerProps = {
  slides: readonly Slide[]
  /** The slide to begin with. */
  index: number
  refresh?: Refresh
  /** Called once the viewer has faded out; `index` is the slide that was seen last. */
  onClosed: (index: number) => void
}

const LABELS = {
  Lightbox: '查看图片',
  'Photo gallery': '图片',
  Carousel: '轮播',
  Slide: '图片',
  '{index} of {total}': '第 {index} 张，共 {total} 张',
  Previous: '上一张',
  Next: '下一张',
  Close: '关闭',
  'Zoom in': '放大',
  'Zoom out': '缩小',
}
/** The zoom relative to the picture's own pixels: up to twice their size. */
const ZOOM = { maxZoomPixelRatio: 2, scrollToZoom: true, doubleClickMaxStops: 2 }

export function ViewerDialog({ slides, index, refresh, onClosed }: ViewerProps) {
  const [open, setOpen] = useState(true)
  const [at, setAt] = useState(index)
  const { value, failed } = useHeld(slides, refresh)
  const controller = useRef<ControllerRef>(null)
  // Closed by the viewer's own function, or it would never report that it has faded out.
  useBackCloses(open, () => controller.current?.close())
  const single = value.length === 1
  return (
    <Lightbox
      open={open}
      close={() => setOpen(false)}
      slides={value}
      index={at}
      plugins={[Zoom]}
      labels={LABELS}
      zoom={ZOOM}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnBackdropClick: true }}
      render={single ? { buttonPrev: () => null, buttonNext: () => null } : undefined}
      portal={{ container: { onErrorCapture: failed } }}
      on={{ view: ({ index }) => setAt(index), exited: () => onClosed(at) }}
    />
  )
}
