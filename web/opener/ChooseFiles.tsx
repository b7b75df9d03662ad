import type { LucideIcon } from 'lucide-react'
import styles from './Opener.module.css'

type Props = { label: string; icon: LucideIcon; isMain?: boolean; isFolder?: boolean; onFiles: (files: File[]) => void }

/** A button that lets somebody choose files, or a folder with all that is in it. */
export function ChooseFiles({ label, icon: Icon, isMain, isFolder, onFiles }: Props) {
  return (
    <label className={isMain ? styles.button : styles.second}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      {label}
      <input
        type="file"
        className="hidden"
        multiple
        // React knows the attribute by this name.
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}
