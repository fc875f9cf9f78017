/** A member deleted their account: their notes and certificates go, their learning with their membership. */
import type { Ctx, ErasedMember } from '@atrium/sdk/server'
import { CertificateTable, NoteTable } from '../entities.ts'

export async function erase(ctx: Ctx, { memberId }: ErasedMember): Promise<void> {
  await ctx.em.nativeDelete(NoteTable, { memberId })
  await ctx.em.nativeDelete(CertificateTable, { memberId })
}
