/* Registers the functions of the C extension, the module grundy._core. */

#include "core.h"

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "grundy._core",
    .m_doc = "The functions of libgrundy. Use the module grundy instead.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__core(void);

PyMODINIT_FUNC PyInit__core(void) {
  static int (*const parts[])(PyObject *) = {
      add_core,  add_digraph, add_build,    add_solution, add_compound, add_match,
      add_heap,  add_models,  add_morphism, add_linear,   add_pictures, add_rules,
      add_tiers, add_answers, add_vector,   add_arrow,
  };
  PyObject *module = PyModule_Create(&definition);
  for (size_t i = 0; module != NULL && i < sizeof parts / sizeof *parts; i++)
    if (parts[i](module) < 0) Py_CLEAR(module);
  return module;
}
