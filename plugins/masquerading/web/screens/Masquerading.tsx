/** To come. */
export default function X() {
  return null
}
