/* The functions of libxml2 that are called here. It is loaded with the first GraphML file. */

#ifndef GRUNDY_SRC_FORMAT_LIBXML2_H
#define GRUNDY_SRC_FORMAT_LIBXML2_H

#include <lazy_library.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlreader.h>

#define LIBXML2_FUNCTIONS(F)                                                                       \
  F(__xmlGenericError)                                                                             \
  F(__xmlGenericErrorContext)                                                                      \
  F(__xmlStructuredError)                                                                          \
  F(__xmlStructuredErrorContext)                                                                   \
  F(xmlFreeTextReader)                                                                             \
  F(xmlReaderForIO)                                                                                \
  F(xmlSetGenericErrorFunc)                                                                        \
  F(xmlSetStructuredErrorFunc)                                                                     \
  F(xmlStrEqual)                                                                                   \
  F(xmlTextReaderConstLocalName)                                                                   \
  F(xmlTextReaderConstNamespaceUri)                                                                \
  F(xmlTextReaderConstValue)                                                                       \
  F(xmlTextReaderCurrentNode)                                                                      \
  F(xmlTextReaderDepth)                                                                            \
  F(xmlTextReaderIsEmptyElement)                                                                   \
  F(xmlTextReaderMoveToAttribute)                                                                  \
  F(xmlTextReaderMoveToElement)                                                                    \
  F(xmlTextReaderNodeType)                                                                         \
  F(xmlTextReaderRead)                                                                             \
  F(xmlTextReaderSetStructuredErrorHandler)

LIBRARY_DECLARE(grundy_libxml2, LIBXML2_FUNCTIONS)

#endif
