import { chown, me, uidHere, withOwner } from './users.ts'

const WRITES = new Set(['write', 'writev', 'fsync'])

type Known = Error & { code?: string; path?: string; dest?: string; syscall?: string; port?: number }

/** An error of the system that ends a start or a command, as a sentence with its path; `folders` are those it works in. */
export function whatIsWrong(error: Known, folders: readonly string[] = []): string {
  const { message, path, dest, syscall, port } = error
  const where = [path, dest].filter((name) => name !== undefined)
  switch (error.code) {
    case 'EADDRINUSE':
      return `端口已被占用：${message}`
    case 'EACCES':
    case 'EPERM':
      if (syscall === 'listen')
        return `没有权限监听 ${port} 端口：现在以 ${me()} 的身份运行，1024 以下的端口请交给反向代理。`
      return path === undefined || uidHere() === undefined
        ? `没有权限：${message}`
        : noPermission(where, folderOf(path, folders))
    case 'EROFS':
      return `磁盘是只读的，不能写入${named(where, message)}。请查看系统日志，让它可以写入后再试。`
    case 'ENOSPC':
    case 'EDQUOT':
      return `磁盘已满，请先腾出一些空间${named(where, message)}。`
    default:
      return message
  }
}

const named = (where: string[], message: string): string => `：${where.length > 0 ? where.join('、') : message}`

const noPermission = (where: string[], folder: string): string =>
  `没有权限读写 ${where.map(withOwner).join('、')}：现在以 ${me()} 的身份运行。请先运行：${chown(folder)}`

/** The folder of ours that a path lies in. */
const folderOf = (path: string, folders: readonly string[]): string =>
  folders.find((folder) => path === folder || path.startsWith(`${folder}/`)) ?? path

/** A write to an open file fails without naming a path: `path` is added. */
export function withPath(error: unknown, path: string): unknown {
  const known = error as Known
  if (WRITES.has(known.syscall ?? '') && known.path === undefined) known.path = path
  return error
}
