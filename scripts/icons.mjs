// Part of the build: the icons that telephones want as pictures, drawn from the one of the pages (web/public/icon.svg).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './fresh.mjs'

const svg = readFileSync(join(root, 'web', 'public', 'icon.svg'), 'utf8')
/** Telephones cut the corners themselves: the ground reaches to the edge. */
const square = svg.replace(' rx="16"', '')
/** A circle of 80 % of a maskable icon is always shown: the drawing keeps within it, the ground goes beyond. */
const maskable = square.replace(/(<rect[^>]*>)(.*)(<\/svg>)/s, '$1<g transform="translate(8 8) scale(0.75)">$2</g>$3')

const ICONS = {
  'icon-192.png': [svg, 192],
  'icon-512.png': [svg, 512],
  'icon-maskable-512.png': [maskable, 512],
  'apple-touch-icon.png': [square, 180],
}
for (const [name, [drawing, px]] of Object.entries(ICONS)) {
  if (!drawing.includes(' viewBox="0 0 64 64"')) throw new Error('icon.svg is no longer drawn on 64 × 64')
  await sharp(Buffer.from(drawing), { density: (72 * px) / 64 })
    .resize(px, px)
    .png()
    .toFile(join(root, 'dist', 'web', name))
}
