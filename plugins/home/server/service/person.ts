/** A member as rows of the home page name them. */
export const person = (member: { id: number; publicUid: string; name: string; headline: string | null; avatarUrl: string | null }) => ({
  id: member.id,
  public_uid: member.publicUid,
  name: member.name,
  headline: member.headline,
  avatar_url: member.avatarUrl,
})
