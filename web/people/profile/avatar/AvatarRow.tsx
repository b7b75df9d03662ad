import { lazy, Suspense, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { keyOf } from '#contract/media.ts'
import { AVATARS, type User, whyNotInPublic } from '#contract/profile.ts'
import { Avatar } from '#web/people/account/Avatar.tsx'
import { askForTel } from '#web/people/profile/askForTel.ts'
import { ChoiceSheet } from '#web/people/profile/ChoiceSheet.tsx'
import { UPDATED, useChangeUser } from '#web/people/profile/useChangeUser.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { Row } from '#web/ui/Rows.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PhotoTile } from './PhotoTile.tsx'
import { closePhoto, openPhoto, type Photo } from './photo.ts'

const CropSheet = lazy(() => import('./CropSheet.tsx').then((loaded) => ({ default: loaded.CropSheet })))

const NAMES = ['月亮', '彗星', '灯火', '小猫', '鲸鱼', '风筝', '新叶', '纸船']
const choice = (src: string, name: string) => ({ value: src, name, picture: <Avatar src={src} size={56} /> })
const DRAWN = AVATARS.map((src, index) => choice(src, NAMES[index] ?? '头像'))

/** The person's picture: one of the drawn ones, or a photo of their own cut to a square. */
export function AvatarRow({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const [photo, setPhoto] = useState<Photo>()
  const update = useChangeUser('userInfoUpdate', UPDATED, { meanwhile: TEXT.saving })
  const choices = keyOf(user.avatar) ? [choice(user.avatar, '当前照片'), ...DRAWN] : DRAWN

  async function crop(file: File) {
    setOpen(false)
    const opened = await openPhoto(file)
    if (typeof opened === 'string') toast(opened)
    else setPhoto(opened)
  }
  function close() {
    closePhoto(photo)
    setPhoto(undefined)
  }

  return (
    <>
      <Row
        label="头像"
        value={
          <>
            {user.waiting.includes('avatar') && '新头像审核中 '}
            <Avatar src={user.avatar} size={44} />
          </>
        }
        busy={update.isPending && !photo}
        onClick={() => (whyNotInPublic(user) ? void askForTel() : setOpen(true))}
      />
      <ChoiceSheet
        open={open}
        title="选择头像"
        choices={choices}
        chosen={user.avatar}
        more={<PhotoTile onPick={(file) => void crop(file)} />}
        onClose={() => setOpen(false)}
        onPick={(avatar) => update.mutate({ avatar })}
      />
      {photo && (
        <Suspense fallback={<Coming as="sheet" onBack={close} />}>
          <CropSheet photo={photo} onCut={(avatar) => update.mutateAsync({ avatar })} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
