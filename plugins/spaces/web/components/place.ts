/** Where people are added: a space or a group. */
export type Place = { space: { id: number; name: string } } | { group: { id: number; name: string } }
