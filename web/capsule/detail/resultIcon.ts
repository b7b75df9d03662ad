import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from 'lucide-react'
import type { Result } from '#contract/judge.ts'

/** 应验, 未应验, 部分, 无法判断 as pictures. */
export const RESULT_ICON: Record<Result, LucideIcon> = { 1: CircleCheck, 2: CircleX, 3: CircleDashed, 4: CircleHelp }
