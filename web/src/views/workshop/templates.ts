// Beginnings of documents: the same as `rete-chess new` writes.

import ability from "../../../../rete_chess/cli/commands/templates/ability.yaml";
import layout from "../../../../rete_chess/cli/commands/templates/layout.yaml";
import modifier from "../../../../rete_chess/cli/commands/templates/modifier.yaml";
import piece from "../../../../rete_chess/cli/commands/templates/piece.yaml";
import preset from "../../../../rete_chess/cli/commands/templates/preset.yaml";
import profile from "../../../../rete_chess/cli/commands/templates/profile.yaml";
import scenario from "../../../../rete_chess/cli/commands/templates/scenario.yaml";
import tile from "../../../../rete_chess/cli/commands/templates/tile.yaml";
import variant from "../../../../rete_chess/cli/commands/templates/variant.yaml";
import type { Kind } from "../../models/project";

export const TEMPLATES: Record<Kind, string> = { ability, layout, modifier, piece, preset, profile, scenario, tile, variant };
