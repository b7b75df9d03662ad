import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { UPLOAD } from '#contract/upload.ts'
import { CallError } from '#web/client/transport.ts'
import { UploadError, uploadFile } from '#web/client/upload/upload.ts'
import { Button } from '#web/ui/Button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Sheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './avatar.module.css'
import { type Area, type Photo, squareJpeg } from './photo.ts'

const ZOOM = { least: 1, most: 4, step: 0.1 }
const KEYBOARD_STEP_PX = 8

type Props = {
  photo: Photo
  /** The square is uploaded under this key; what it throws was told already. */
  onCut: (key: string) => Promise<unknown>
  onClose: () => void
}

/** Cuts a photo to the square that others will see. */
export function CropSheet({ photo, onCut, onClose }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(ZOOM.least)
  const [area, setArea] = useState<Area>()
  const { cut, busy } = useCut(photo, onCut, onClose)
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title="裁剪头像">
      <div className={styles.stage}>
        <Cropper
          image={photo.address}
          crop={crop}
          zoom={zoom}
          minZoom={ZOOM.least}
          maxZoom={ZOOM.most}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          keyboardStep={KEYBOARD_STEP_PX}
          cropperProps={{ role: 'application', 'aria-label': '移动照片，可以拖动，也可以用方向键' }}
          mediaProps={{ alt: '' }}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setArea(pixels)}
        />
      </div>
      <label className={styles.zoom}>
        缩放
        <input
          type="range"
          min={ZOOM.least}
          max={ZOOM.most}
          step={ZOOM.step}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(1)}倍`}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <div className={dialog.buttons}>
        <Button kind="secondary" onClick={onClose}>
          取消
        </Button>
        <Button busy={busy} disabled={!area} whyDisabled="照片正在打开" onClick={() => area && void cut(area)}>
          确定
        </Button>
      </div>
    </Sheet>
  )
}

/** Draws the square, uploads it and hands on its key. Leaving stops the upload; a failure is told and may be tried again. */
function useCut(photo: Photo, onCut: Props['onCut'], onClose: () => void) {
  const [busy, setBusy] = useState(false)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function cut(area: Area) {
    stop.current = new AbortController()
    const { signal } = stop.current
    setBusy(true)
    try {
      const square = await squareJpeg(photo, area)
      const { key } = await uploadFile(square, { kind: 'image', name: 'avatar.jpg', signal })
      await onCut(key)
      onClose()
    } catch (error) {
      if (!signal.aborted) toastFailure(error)
    }
    setBusy(false)
  }
  return { cut, busy }
}

function toastFailure(error: unknown) {
  if (error instanceof CallError) return
  toast(error instanceof UploadError ? error.message : UPLOAD.failed)
}
