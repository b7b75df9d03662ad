import { parseImport } from '../parse/parse.ts'
import { answering, type Question } from './answering.ts'

const answer = answering(parseImport, (told) => self.postMessage(told))

self.onmessage = ({ data }: MessageEvent<Question>) => void answer(data)
