/** The page's doors, and which of them a scene lies behind. */
export const scenes = ['stage', 'wall', 'hand', 'train'] as const;
export type Scene = (typeof scenes)[number];

export const doors = ['watch', 'hand', 'train'] as const;
type Door = (typeof doors)[number];

/** What a door opens on. */
export const firstScene: Readonly<Record<Door, Scene>> = { watch: 'stage', hand: 'hand', train: 'train' };

export function doorOf(scene: Scene): Door {
  return scene === 'stage' || scene === 'wall' ? 'watch' : scene;
}
