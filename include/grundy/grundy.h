/* Includes all headers of the library. */

#ifndef GRUNDY_GRUNDY_H
#define GRUNDY_GRUNDY_H

#include <grundy/answer.h>
#include <grundy/archive.h>
#include <grundy/automaton.h>
#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/certificate.h>
#include <grundy/component.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/draw.h>
#include <grundy/engine.h>
#include <grundy/experiment.h>
#include <grundy/explain.h>
#include <grundy/explore.h>
#include <grundy/facts.h>
#include <grundy/format.h>
#include <grundy/formula.h>
#include <grundy/game.h>
#include <grundy/gpu.h>
#include <grundy/heap.h>
#include <grundy/info.h>
#include <grundy/json.h>
#include <grundy/law.h>
#include <grundy/linear.h>
#include <grundy/misere.h>
#include <grundy/model.h>
#include <grundy/morphism.h>
#include <grundy/ordinal.h>
#include <grundy/play.h>
#include <grundy/promise.h>
#include <grundy/rank.h>
#include <grundy/rules.h>
#include <grundy/sequence.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/sweep.h>
#include <grundy/text.h>
#include <grundy/tiers.h>
#include <grundy/value.h>
#include <grundy/vector.h>
#include <grundy/verify.h>

#endif
