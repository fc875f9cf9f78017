/** How the place of a date is shown, by the server's pages and by screens. */
export const PLACE_ICONS = { virtual: 'link', in_person: 'map-pin', tbd: 'circle-help', live_stream: 'radio', live_room: 'video' } as const
/** The address of a map that shows it. */
export const mapOf = (address: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
