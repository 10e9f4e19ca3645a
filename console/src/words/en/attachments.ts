export const words = {
  title: 'Files',
  none: 'No file is attached.',
  add: 'Attach files',
  added: (name: string) => `${name} is attached`,
  limit: 'Up to 25 MB each.',
  tooLarge: 'It is larger than 25 MB.',
  sending: (name: string) => `Sending ${name}`,
  refused: (name: string) => `${name} is not attached:`,
  name: 'File',
  size: 'Size',
  came: 'Came',
  save: 'Download',
}
