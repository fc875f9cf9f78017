/** Uploaded pictures that stand for a person or a community: kept for good, at an address that does not expire. */
import { type Ctx, type FileVariant, publishPicture } from '@atrium/sdk/server'

/**
 * The address to store; null and undefined stay what they are.
 * @param usedBy what it stands for, `avatar:12`
 * @throws AtriumError 404 for a signed id that is not ours, or another member's, 422 for a file that is no picture
 */
export async function keepPicture<T extends null | undefined>(ctx: Ctx, signedId: string | T, usedBy: string, variant: FileVariant): Promise<string | T> {
  return signedId ? ctx.files.url(await publishPicture(ctx, signedId, usedBy), variant) : (signedId as T)
}
