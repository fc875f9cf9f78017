/** A member deleted their account: their notes, certificates and what they wrote to students go, their learning with their membership. */
import type { Ctx, ErasedMember } from '@atrium/sdk/server'
import { CertificateTable, MessageItemTable, MessageTable, NoteTable } from '../entities.ts'

export async function erase(ctx: Ctx, { memberId }: ErasedMember): Promise<void> {
  await ctx.em.nativeDelete(NoteTable, { memberId })
  await ctx.em.nativeDelete(CertificateTable, { memberId })
  await ctx.em.nativeDelete(MessageTable, { memberId })
  await ctx.em.nativeDelete(MessageItemTable, { memberId })
}
