import {
  Download,
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
} from 'lucide-react'
import { useEffect } from 'react'
import type { ShownItem } from '#contract/content.ts'
import { keyOf, named } from '#contract/media.ts'
import { ADDRESS_GOOD_MS, type Refresh } from '#web/capsule/media/useHeld.ts'
import { sizeText } from '#web/ui/sizeText.ts'
import styles from './FileRows.module.css'

const ICONS: [LucideIcon, string][] = [
  [FileText, 'pdf doc docx txt md rtf pages wps ppt pptx key epub'],
  [FileSpreadsheet, 'xls xlsx csv numbers et'],
  [FileArchive, 'zip rar 7z gz tar'],
  [FileAudio, 'mp3 wav m4a flac aac ogg amr'],
  [FileImage, 'heic heif avif bmp tif tiff svg psd raw'],
  [FileVideo, 'avi mkv flv wmv m4v mpg mpeg'],
]

/** The files of a capsule, each with its remark and a download link. */
export function FileRows({ files, refresh }: { files: readonly ShownItem[]; refresh: Refresh }) {
  // A link cannot be tried before it is pressed, so the addresses are renewed before they expire.
  useEffect(() => {
    const timer = setInterval(() => void refresh(), ADDRESS_GOOD_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return (
    <ul className={styles.files} aria-label="文件">
      {files.map((file) => (
        <FileRow key={keyOf(file.content) ?? file.content} file={file} />
      ))}
    </ul>
  )
}

function FileRow({ file }: { file: ShownItem }) {
  const name = nameOf(file)
  const Icon = iconOf(name)
  return (
    <li className={styles.file}>
      <Icon className={styles.icon} size={28} strokeWidth={1.5} aria-hidden />
      <div className={styles.words}>
        <b className={styles.name}>{name}</b>
        {file.size !== undefined && <span className="muted">{sizeText(file.size)}</span>}
        {file.comment && <p className={`muted ${styles.remark}`}>{file.comment}</p>}
      </div>
      <a className={styles.download} href={named(file.content, name)} download={name} aria-label={`下载 ${name}`}>
        <Download size={18} strokeWidth={1.75} aria-hidden />
        下载
      </a>
    </li>
  )
}

/** The file's name when it was chosen, else the end of its key. */
const nameOf = ({ name, content }: ShownItem): string => name || (content.split(/[?#]/)[0]!.split('/').at(-1) ?? '文件')

function iconOf(name: string): LucideIcon {
  const extension = name.includes('.') ? name.split('.').at(-1)!.toLowerCase() : ''
  return ICONS.find(([, extensions]) => extensions.split(' ').includes(extension))?.[0] ?? File
}
