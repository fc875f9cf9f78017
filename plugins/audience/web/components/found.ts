/** The list that somebody came from, so that a person's page leads on to the next one. It outlives a reload, not the tab. */
const KEY = 'atrium:audience.found'

export function keepFound(sqids: readonly string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(sqids))
  } catch (error) {
    console.warn('The list of people could not be kept.', error)
  }
}
/** Who stands before and after somebody in the list; nothing for those who came from elsewhere. */
export function besideIn(sqid: string): { previous?: string; next?: string } {
  try {
    const sqids = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[]
    const at = sqids.indexOf(sqid)
    return at < 0 ? {} : { previous: sqids[at - 1], next: sqids[at + 1] }
  } catch (error) {
    console.warn('The list of people could not be read.', error)
    return {}
  }
}
