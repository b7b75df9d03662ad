import { z } from 'zod'
import { flag, id } from './fields.ts'

// Who else sees an opened capsule: everybody, or whoever has its link.

export const publicInput = z.object({ capsule_id: id, is_public: flag })
export const shareOutput = z.object({ token: z.string() })
