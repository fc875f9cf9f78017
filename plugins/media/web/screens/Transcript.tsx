/** placeholder */
export default function Transcript() {
  return null
}
